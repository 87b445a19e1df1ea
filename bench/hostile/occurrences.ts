/** Counts a text in what comes in pieces. */
export class Occurrences {
  readonly #text: string;
  #tail = '';
  count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  take(piece: string): void {
    const whole = this.#tail + piece;
    this.count += whole.split(this.#text).length - 1;
    // It may come in two pieces.
    this.#tail = whole.slice(-(this.#text.length - 1));
  }
}
