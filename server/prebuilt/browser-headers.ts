/**
 * Headers of a desktop browser that opens a page. The headers that name the browser (`user-agent`, `sec-ch-ua` …) are added
 * when the request is sent, and are those of this machine's browser, so that they agree with each other.
 */
export const NAVIGATION_HEADERS = {
  'upgrade-insecure-requests': '1',
  accept:
    'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  'sec-fetch-site': 'none',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-user': '?1',
  'sec-fetch-dest': 'document',
  'accept-language': 'en-US,en;q=0.9',
}

/** Headers of a script that requests data from its own site. */
export const DATA_CALL_HEADERS = {
  accept: '*/*',
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  'accept-language': NAVIGATION_HEADERS['accept-language'],
}

/** Whether the headers are those of a browser, so that the request has to name the browser. */
export const areBrowserHeaders = (headers: Record<string, string>): boolean => 'sec-fetch-mode' in headers
