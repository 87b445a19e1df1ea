type PlainValue<V> = V extends number ? number : V;

/** The fields of T as a test writes them: an id is any number. */
export type Plain<T> = { [K in keyof T]: PlainValue<T[K]> };
