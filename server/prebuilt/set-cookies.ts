/** The cookies that an answer sets, each as `name=value`. Several `Set-Cookie` fields arrive joined by commas, which dates hold too. */
export const setCookies = (headers: Record<string, string>): string[] =>
  (headers['set-cookie'] ?? '')
    .split(/,\s*(?=[^\s;,=]+=)/)
    .map(cookie => cookie.split(';')[0]!.trim())
    .filter(Boolean)
