/** Formats `['schema', 'rows', 3, 'price']` as `schema.rows[3].price`. */
export const fieldPath = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${String(step)}` : String(step),
    '',
  )
