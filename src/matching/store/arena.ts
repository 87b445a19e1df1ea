/** The part of WebAssembly that is used: empty memory, of which the system provides the touched pages. */
declare const WebAssembly: {
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
};

const WASM_PAGE = 65_536;
/** 4 GiB: what numbers of 32-bit words reach with room for 60 million orders. */
const PAGES = 65_536;
/** Less is tried where the system does not promise so much, but not less than this. */
const PAGES_MIN = 2048;

/**
 * One buffer for all engines of a thread, which never moves, as two arrays: so V8 knows where it is, and reading a
 * field takes one instruction. That it is a constant wants the addresses when the module is loaded, not at the first
 * engine; they cost no memory. The system gives memory for what has been used, 4 KiB at a time; nothing is copied when
 * an engine grows. A module that reads it often keeps the arrays in its own constants, as V8 does not know the
 * value of an import.
 */
const buffer = reserved(PAGES);
export const WORDS = new Int32Array(buffer);
export const DOUBLES = new Float64Array(buffer);

/** A part of the buffer, for the words from `from` on. */
interface Chunk {
  readonly from: number;
  readonly words: number;
}

/** Word 0 belongs to nobody, and chunks begin at a multiple of two records. */
let used = 32;
/** Chunks that were given back, by their size. All of their words are 0. */
const spare = new Map<number, number[]>();
/** Gives back the chunks of what is gone. */
const owners = new FinalizationRegistry<readonly Chunk[]>((chunks) => {
  for (const { from, words } of chunks) {
    // Here, where no command waits for it.
    WORDS.fill(0, from, from + words);
    const list = spare.get(words);
    if (list === undefined) spare.set(words, [from]);
    else list.push(from);
  }
});

/**
 * The part of the buffer that one engine has: given back when the engine is garbage, which the system reports between
 * two turns of the thread's loop.
 */
export class Arena {
  readonly #chunks: Chunk[] = [];
  /** The engine's part of the buffer. */
  bytes = 0;

  constructor() {
    owners.register(this, this.#chunks);
  }

  /** Words in a row, all of them 0. @param words a multiple of 32; of few sizes, as each is used again alone */
  take(words: number): number {
    const again = spare.get(words)?.pop();
    const from = again ?? used;
    if (again === undefined) {
      if (used + words > WORDS.length)
        throw new RangeError('the orders of this thread take more than the buffer holds');
      used += words;
    }
    this.#chunks.push({ from, words });
    this.bytes += words * WORDS.BYTES_PER_ELEMENT;
    return from;
  }
}

function reserved(pages: number): ArrayBuffer {
  for (let wanted = pages; wanted > PAGES_MIN; wanted /= 2) {
    try {
      return new WebAssembly.Memory({ initial: wanted }).buffer;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return new ArrayBuffer(PAGES_MIN * WASM_PAGE);
}
