/** Average number of characters per token, for ASCII and for other characters. */
const ASCII_PER_TOKEN = 4
const NON_ASCII_PER_TOKEN = 1.6

/** Estimates how many tokens a text is for a language model; each model has a tokenizer of its own. */
export function countTokens(text: string): number {
  let nonAscii = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) nonAscii++
  return Math.ceil((text.length - nonAscii) / ASCII_PER_TOKEN + nonAscii / NON_ASCII_PER_TOKEN)
}
