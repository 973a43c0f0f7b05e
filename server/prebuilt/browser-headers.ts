/**
 * What a desktop browser says when a person opens a page. Which browser it is (`user-agent`, `sec-ch-ua` …) is added where
 * the request goes out: that of this machine, so that all of it agrees.
 */
export const NAVIGATION = {
  'upgrade-insecure-requests': '1',
  accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
  'accept-language': 'en-US,en;q=0.9',
}

/** What it says when a script of that page asks its own site for data. */
export const DATA_CALL = {
  accept: '*/*',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  'accept-language': NAVIGATION['accept-language'],
}

/** Whether a request is one that only browsers make, and must say which one. */
export const isOfBrowser = (headers: Record<string, string>): boolean => 'sec-fetch-mode' in headers
