/** The commands of one book: an order enters, executes, waits, is replaced, leaves. */

export { Book } from './book.ts';
