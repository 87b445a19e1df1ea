import { useRef } from 'preact/hooks';
import type { MethodName } from '../client/index.ts';
import type { Desk, Fields } from '../data/index.ts';
import type { FormField } from './form.tsx';
import { FormButton } from './form-button.tsx';
import type { Node } from './node.ts';

interface Props {
  readonly desk: Desk;
  readonly method: MethodName;
  /** Whose document it is, and what else the method needs. */
  readonly fields: Fields;
  /** As the file dialog takes them: `.pdf,.png`. */
  readonly accept: string;
  /** The method takes the title alone, and no name of the file. */
  readonly isPlainTitle?: boolean | undefined;
  readonly done: () => void;
}

/** A button that uploads one document with its title (C37). */
export function UploadButton({ desk, method, fields, accept, isPlainTitle = false, done }: Props): Node {
  const file = useRef<File | undefined>(undefined);
  const formFields: readonly FormField[] = [
    { name: 'documentTitle', label: 'Title', required: true },
    {
      ...{ name: 'userfile0', label: 'File', isSecret: true },
      draw: ({ label, id, set }) => (
        <label for={id}>
          {label}
          <input
            id={id}
            type="file"
            required
            accept={accept}
            onChange={(event: Event) => {
              file.current = (event.target as HTMLInputElement).files?.[0];
              set(file.current?.name ?? '');
            }}
          />
        </label>
      ),
    },
  ];
  const send = async ({ documentTitle: title }: Fields) => {
    const named = isPlainTitle
      ? { documentTitle: title }
      : { documentTitle: `documentTitle0=${title}`, file_name: `filename0=${file.current?.name}` };
    await desk.session.api.call(method, { ...fields, ...named, userfile0: file.current });
    desk.say('done', `${title} is uploaded.`);
    done();
  };
  return (
    <FormButton
      desk={desk}
      words="Upload"
      title="Upload a document"
      name={`${method}-${Object.values(fields).join('-')}`}
      fields={formFields}
      yes="Upload"
      send={send}
    />
  );
}
