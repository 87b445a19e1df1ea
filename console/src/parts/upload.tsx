import { useState } from 'preact/hooks';
import type { MethodName } from '../client/index.ts';
import { type Desk, type Fields, messageOf } from '../data/index.ts';
import { AsApiCall } from './api-call.tsx';
import { Dialog } from './dialog.tsx';
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
  const [isOpen, open] = useState(false);
  const [title, setTitle] = useState('');
  const [file, choose] = useState<File | undefined>(undefined);
  const [fault, setFault] = useState('');
  const [isSending, setSending] = useState(false);
  const send = () => {
    const named = isPlainTitle
      ? { documentTitle: title }
      : { documentTitle: `documentTitle0=${title}`, file_name: `filename0=${file?.name}` };
    return desk.session.api.call(method, { ...fields, ...named, userfile0: file });
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    setSending(true);
    try {
      await send();
      desk.say('done', `${title} is uploaded.`);
      open(false);
      setTitle('');
      setFault('');
      done();
    } catch (error) {
      setFault(messageOf(error));
    }
    setSending(false);
  };
  return (
    <>
      <button type="button" onClick={() => open(true)}>
        Upload …
      </button>
      {isOpen ? (
        <Dialog title="Upload a document" close={() => open(false)}>
          <form class="form" onSubmit={submit}>
            {fault === '' ? null : (
              <p class="failed" role="alert">
                {fault}
              </p>
            )}
            <label>
              Title
              <input
                required
                maxlength={200}
                value={title}
                onInput={(event: Event) => setTitle((event.target as HTMLInputElement).value)}
              />
            </label>
            <label>
              File
              <input
                type="file"
                required
                accept={accept}
                onChange={(event: Event) => choose((event.target as HTMLInputElement).files?.[0])}
              />
            </label>
            <div class="buttons">
              <button type="submit" class="primary" disabled={isSending}>
                {isSending ? 'Sending …' : 'Upload'}
              </button>
              <button type="button" onClick={() => open(false)}>
                Back
              </button>
            </div>
            <AsApiCall of={`${title} ${file?.name}`} work={send} />
          </form>
        </Dialog>
      ) : null}
    </>
  );
}
