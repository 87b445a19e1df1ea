declare const brand: unique symbol;

/** Says to the compiler, and to nobody else, what a number is: two numbers with different brands do not mix. */
export interface Brand<Name extends string> {
  readonly [brand]: Name;
}

/** Of the caller's choice, so any number will do unless it is branded as something else. */
export type BookId = number & Partial<Brand<'BookId'>>;
/** As BookId. */
export type OrderId = number & Partial<Brand<'OrderId'>>;
/** Of a share, in the unit of the caller; branded as BookId is. */
export type Price = number & Partial<Brand<'Price'>>;
/** A number of shares; branded as BookId is. */
export type Shares = number & Partial<Brand<'Shares'>>;
