/** Average number of characters per token, for ASCII and for other characters. */
const PER_TOKEN = 4
const PER_TOKEN_BEYOND = 1.6

/** Estimates how many tokens a text is for a language model; each model has a tokenizer of its own. */
export function countTokens(text: string): number {
  let beyond = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) beyond++
  return Math.ceil((text.length - beyond) / PER_TOKEN + beyond / PER_TOKEN_BEYOND)
}
