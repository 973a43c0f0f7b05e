/** What is answered outside of this module, by `tree/builder.ts` and `tree/page-questions.ts`: rare questions to texts. */

/** The number of a name with characters beyond ASCII, or NUL. */
export declare function oddName(from: i32, to: i32): i32

/** Whether a doctype asks for the rules of old browsers. */
export declare function isOldDoctype(from: i32, to: i32): bool

/** Whether two tags have the same attributes, in any order. */
export declare function hasSameAttributes(from: i32, to: i32, otherFrom: i32, otherTo: i32): bool

/** Whether a tag has an attribute that only `font` of HTML has. */
export declare function isOldFont(from: i32, to: i32): bool

/** Whether an `annotation-xml` has HTML in it. */
export declare function holdsHtml(from: i32, to: i32): bool

/** Whether an `input` is not shown. */
export declare function isHidden(from: i32, to: i32): bool

/** Whether a text has anything but white space and NUL characters in it. */
export declare function isShown(name: i32, from: i32, to: i32): bool

/** How long a reference is that starts here and stands for white space; 0 where there is none. */
export declare function lengthOfBlank(from: i32, to: i32): i32

/** The same of one that stands for a line break. */
export declare function lengthOfLineBreak(from: i32, to: i32): i32

/** Throws for a page of more rows than these. */
export declare function refuse(rows: i32): void
