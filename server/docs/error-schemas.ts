const text = (description: string) => ({ type: 'string', description })
const count = (description: string) => ({ type: 'integer', description })

const error = text('A sentence.')
const hint = text('How to fix it.')

/** The bodies of errors, as JSON Schemas by name. */
export const ERROR_SCHEMAS = {
  Error: {
    type: 'object',
    required: ['error'],
    properties: {
      error,
      field: text('The field with the error.'),
      detail: text('A word that identifies the error.'),
      hint,
    },
  },
  InsufficientCredits: {
    type: 'object',
    required: ['error', 'required', 'available'],
    properties: {
      error,
      required: count('Credits that the call needs.'),
      available: count('Credits that are available.'),
      hint,
    },
  },
  TooManyCalls: {
    type: 'object',
    required: ['error', 'pending', 'limit', 'accepted'],
    properties: {
      error,
      pending: count('Calls under way, or jobs that wait or run.'),
      limit: count('How many there may be.'),
      accepted: count('How much of this call was accepted.'),
      hint,
    },
  },
}

const ref = (name: keyof typeof ERROR_SCHEMAS) => ({ $ref: `#/components/schemas/${name}` })

/** Returns the schema of the body of an error with this status. */
export function errorSchema(status: number): object {
  if (status === 402) return ref('InsufficientCredits')
  return status === 429 ? { anyOf: [ref('Error'), ref('TooManyCalls')] } : ref('Error')
}
