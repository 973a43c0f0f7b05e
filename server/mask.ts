/** What stands in answers for a secret. */
export const MASK = '••••'
