/** An answer that a page got, as text. */
export interface CollectedAnswer {
  url: string
  status: number
  type: string
  text: string
}

export interface CollectBounds {
  answers: number
  /** Characters of one answer, and of all. */
  each: number
  all: number
}

/**
 * Runs in the page, by itself, among its own scripts: from now on notes the JSON and text that they fetch. Called again, it
 * only says how many there are.
 */
export function collectAnswers(bounds: CollectBounds): number {
  const shelf = Symbol.for('winnow: answers')
  const page = window as unknown as Record<symbol, { answers: CollectedAnswer[]; stop(): void } | undefined>
  const known = page[shelf]
  if (known) return known.answers.length

  const answers: CollectedAnswer[] = []
  let room = bounds.all
  const isText = (type: string) => /json|^text\/(?:plain|csv|xml)|[/+]xml\b/i.test(type)
  const note = (url: string, status: number, type: string, text: string) => {
    if (answers.length >= bounds.answers || text.length > Math.min(bounds.each, room)) return
    room -= text.length
    answers.push({ url, status, type, text })
  }

  const plainFetch = window.fetch
  const notedFetch: typeof fetch = async (...asked) => {
    const response = await plainFetch.apply(window, asked)
    const type = response.headers.get('content-type') ?? ''
    if (isText(type))
      void response
        .clone()
        .text()
        .then(text => note(response.url, response.status, type, text))
        .catch(() => undefined)
    return response
  }

  const heard = new WeakSet<XMLHttpRequest>()
  const hear = (request: XMLHttpRequest) => {
    // A request may be opened and sent any number of times.
    if (heard.has(request)) return
    heard.add(request)
    request.addEventListener('load', () => {
      const { responseType, responseURL, status } = request
      const type = request.getResponseHeader('content-type') ?? ''
      const isJson = responseType === 'json'
      if (!isText(type) || !(isJson || responseType === '' || responseType === 'text')) return
      note(responseURL, status, type, isJson ? JSON.stringify(request.response) : request.responseText)
    })
  }
  const plainSend = XMLHttpRequest.prototype.send
  const notedSend: typeof plainSend = function (this: XMLHttpRequest, ...sent) {
    hear(this)
    return plainSend.apply(this, sent)
  }

  window.fetch = notedFetch
  XMLHttpRequest.prototype.send = notedSend
  const stop = () => {
    room = 0
    delete page[shelf]
    // What a script of the page has put around them stays.
    if (window.fetch === notedFetch) window.fetch = plainFetch
    if (XMLHttpRequest.prototype.send === notedSend) XMLHttpRequest.prototype.send = plainSend
  }
  Object.defineProperty(page, shelf, { value: { answers, stop }, configurable: true })
  return 0
}

/** Runs in the page: what was noted there so far. */
export function collectedAnswers(): CollectedAnswer[] {
  const shelf = Symbol.for('winnow: answers')
  const page = window as unknown as Record<symbol, { answers: CollectedAnswer[] } | undefined>
  return page[shelf]?.answers ?? []
}

/** Runs in the page: ends it, and forgets what was noted. */
export function stopCollecting(): void {
  const shelf = Symbol.for('winnow: answers')
  const page = window as unknown as Record<symbol, { stop(): void } | undefined>
  page[shelf]?.stop()
}
