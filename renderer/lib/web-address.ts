/** An address as people type it, as a whole one: `shop.example` is `https://shop.example`. */
export const withScheme = (address: string): string =>
  /^[a-z][a-z+.-]*:/i.test(address) ? address : `https://${address}`
