/** Escapes a text to a pattern that matches only this text. Unlike `RegExp.escape`, it keeps what a person reads plain. */
export const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
