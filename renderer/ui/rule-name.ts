/** The rule of a field as people name it: `schema.fields.offers.fields.price` is `offers.price`. */
export const ruleName = (rule: string): string =>
  rule.replace(/^schema\.fields\.?/, '').replaceAll(/(?<=[\w\])])\.fields(?=[.[])/g, '')
