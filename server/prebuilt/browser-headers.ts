/**
 * What a desktop browser says of itself when a person opens a page. The user agent stands here as well, because the
 * hints beside it name the same browser and the two must agree.
 */
export const NAVIGATION = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
  'accept-language': 'en-US,en;q=0.9',
  'sec-ch-ua': '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
  'sec-fetch-user': '?1',
  'upgrade-insecure-requests': '1',
}

/** What it says when a script of that page asks its own site for data. */
export const DATA_CALL = {
  'user-agent': NAVIGATION['user-agent'],
  accept: '*/*',
  'accept-language': NAVIGATION['accept-language'],
  'sec-ch-ua': NAVIGATION['sec-ch-ua'],
  'sec-ch-ua-mobile': NAVIGATION['sec-ch-ua-mobile'],
  'sec-ch-ua-platform': NAVIGATION['sec-ch-ua-platform'],
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'same-origin',
}
