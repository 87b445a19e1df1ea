const SHOWN_EVERY_MS = 1000;

/** Shows a person how far the replay is, once a second. */
export class Progress {
  readonly #write: (line: string) => void;
  readonly #nowMs: () => number;
  /** When and at which message it was shown last; null before the first message of this run. */
  #shown: { readonly at: number; readonly messages: number } | null = null;

  /** now: milliseconds. */
  constructor(write: (line: string) => void, nowMs: () => number) {
    this.#write = write;
    this.#nowMs = nowMs;
  }

  /** After each message. */
  played(messages: number): void {
    const nowMs = this.#nowMs();
    this.#shown ??= { at: nowMs, messages };
    const passed_ms = nowMs - this.#shown.at;
    if (passed_ms < SHOWN_EVERY_MS) return;
    const rate = ((messages - this.#shown.messages) * 1000) / passed_ms;
    this.#write(`${messages.toLocaleString('en-US')} messages, ${Math.round(rate).toLocaleString('en-US')} a second`);
    this.#shown = { at: nowMs, messages };
  }

  /** Something that is worth its own line. */
  note(line: string): void {
    this.#write(line);
  }
}
