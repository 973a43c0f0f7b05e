/** Functions of the host (`tree/builder.ts` and `tree/page-questions.ts`), for rare questions about texts. */

/** Returns the number of a name that contains non-ASCII or NUL characters. */
export declare function oddName(from: i32, to: i32): i32

/** Whether a doctype requests quirks mode. */
export declare function isOldDoctype(from: i32, to: i32): bool

/** Whether two tags have the same attributes, in any order. */
export declare function hasSameAttributes(from: i32, to: i32, otherFrom: i32, otherTo: i32): bool

/** Whether a tag has an attribute that only the HTML element `font` has. */
export declare function isOldFont(from: i32, to: i32): bool

/** Whether the content of an `annotation-xml` is HTML. */
export declare function holdsHtml(from: i32, to: i32): bool

/** Whether an `input` has the type `hidden`. */
export declare function isHidden(from: i32, to: i32): bool

/** Whether a text contains anything but white space and NUL characters. */
export declare function isShown(name: i32, from: i32, to: i32): bool

/** Returns the length of the character reference at `from` if it stands for white space, otherwise 0. */
export declare function lengthOfBlank(from: i32, to: i32): i32

/** Returns the length of the character reference at `from` if it stands for a line break, otherwise 0. */
export declare function lengthOfLineBreak(from: i32, to: i32): i32

/** Throws the error for a page with more rows than this. */
export declare function refuse(rows: i32): void
