/** Characters of a token in scripts of ASCII, and beyond it, about. */
const PER_TOKEN = 4
const PER_TOKEN_BEYOND = 1.6

/** About how many tokens a language model makes of a text: each model counts in its own way. */
export function countTokens(text: string): number {
  let beyond = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) beyond++
  return Math.ceil((text.length - beyond) / PER_TOKEN + beyond / PER_TOKEN_BEYOND)
}
