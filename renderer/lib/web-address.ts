/** Adds the missing scheme to an address as users type it: `shop.example` becomes `https://shop.example`. */
export const withScheme = (address: string): string =>
  /^[a-z][a-z+.-]*:/i.test(address) ? address : `https://${address}`
