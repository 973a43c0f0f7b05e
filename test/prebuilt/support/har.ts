/** Returns the HAR file of some answers, each with its content type. */
export const harOf = (...answers: [text: string, mimeType: string][]): string =>
  JSON.stringify({
    log: { entries: answers.map(([text, mimeType]) => ({ response: { content: { text, mimeType } } })) },
  })
