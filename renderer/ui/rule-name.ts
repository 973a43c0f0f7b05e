/** Returns the short name of a field's rule: `offers.price` for `schema.fields.offers.fields.price`. */
export const ruleName = (rule: string): string =>
  rule.replace(/^schema\.fields\.?/, '').replaceAll(/(?<=[\w\])])\.fields(?=[.[])/g, '')
