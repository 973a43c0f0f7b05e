/**
 * Returns the cookies that a response sets, each as `name=value`. Several `Set-Cookie` headers are joined by commas, which
 * also occur in dates.
 */
export const setCookies = (headers: Record<string, string>): string[] =>
  (headers['set-cookie'] ?? '')
    .split(/,\s*(?=[^\s;,=]+=)/)
    .map(cookie => cookie.split(';')[0]!.trim())
    .filter(Boolean)
