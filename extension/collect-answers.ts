/** An HTTP answer that a page received, as text. */
export interface CollectedAnswer {
  url: string
  status: number
  type: string
  text: string
}

export interface CollectBounds {
  answers: number
  /** Most characters of one answer, and of all answers together. */
  each: number
  all: number
}

/**
 * Starts to record the JSON and text that the page's scripts fetch. Runs in the page on its own, among those scripts. If it
 * already runs there, only returns the number of recorded answers.
 */
export function collectAnswers(bounds: CollectBounds): number {
  const key = Symbol.for('winnow: answers')
  const page = window as unknown as Record<symbol, { answers: CollectedAnswer[]; stop(): void } | undefined>
  const running = page[key]
  if (running) return running.answers.length

  const answers: CollectedAnswer[] = []
  let charactersLeft = bounds.all
  const isText = (type: string) => /json|^text\/(?:plain|csv|xml)|[/+]xml\b/i.test(type)
  const record = (url: string, status: number, type: string, text: string) => {
    if (answers.length >= bounds.answers || text.length > Math.min(bounds.each, charactersLeft)) return
    charactersLeft -= text.length
    answers.push({ url, status, type, text })
  }

  const plainFetch = window.fetch
  const recordingFetch: typeof fetch = async (...args) => {
    const response = await plainFetch.apply(window, args)
    const type = response.headers.get('content-type') ?? ''
    if (isText(type))
      void response
        .clone()
        .text()
        .then(text => record(response.url, response.status, type, text))
        .catch(() => undefined)
    return response
  }

  const watched = new WeakSet<XMLHttpRequest>()
  const watch = (request: XMLHttpRequest) => {
    // A request may be opened and sent several times.
    if (watched.has(request)) return
    watched.add(request)
    request.addEventListener('load', () => {
      const { responseType, responseURL, status } = request
      const type = request.getResponseHeader('content-type') ?? ''
      const isJson = responseType === 'json'
      if (!isText(type) || !(isJson || responseType === '' || responseType === 'text')) return
      record(responseURL, status, type, isJson ? JSON.stringify(request.response) : request.responseText)
    })
  }
  const plainSend = XMLHttpRequest.prototype.send
  const recordingSend: typeof plainSend = function (this: XMLHttpRequest, ...args) {
    watch(this)
    return plainSend.apply(this, args)
  }

  window.fetch = recordingFetch
  XMLHttpRequest.prototype.send = recordingSend
  const stop = () => {
    charactersLeft = 0
    delete page[key]
    // Wrappers that scripts of the page have added since then stay in place.
    if (window.fetch === recordingFetch) window.fetch = plainFetch
    if (XMLHttpRequest.prototype.send === recordingSend) XMLHttpRequest.prototype.send = plainSend
  }
  Object.defineProperty(page, key, { value: { answers, stop }, configurable: true })
  return 0
}

/** Returns the recorded answers. Runs in the page. */
export function collectedAnswers(): CollectedAnswer[] {
  const key = Symbol.for('winnow: answers')
  const page = window as unknown as Record<symbol, { answers: CollectedAnswer[] } | undefined>
  return page[key]?.answers ?? []
}

/** Stops recording and discards the recorded answers. Runs in the page. */
export function stopCollecting(): void {
  const key = Symbol.for('winnow: answers')
  const page = window as unknown as Record<symbol, { stop(): void } | undefined>
  page[key]?.stop()
}
