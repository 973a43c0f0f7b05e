const text = (description: string) => ({ type: 'string', description })
const count = (description: string) => ({ type: 'integer', description })

const list = (items: string, description: string) => ({ type: 'array', items: { type: items }, description })

const error = text('A sentence.')
const detail = text('A word that identifies the error.')
const hint = text('How to fix it.')

/** The bodies of errors, as JSON Schemas by name. */
export const ERROR_SCHEMAS = {
  Error: {
    type: 'object',
    required: ['error'],
    properties: {
      error,
      field: text('The field with the error.'),
      detail,
      hint,
      state: text('With 409: the state of the record, which does not allow the call.'),
      dependants: list('string', 'With 409: ids of the records that use this one.'),
      limit: count('With 409: how many records of this kind the account may have.'),
      preview: list('object', 'With 409: rows that do not fit the changed database.'),
      problems: list('object', 'With 422: the problems of a workflow, 100 at most.'),
      rejected: list('object', 'With 400: the items of a batch that cannot run.'),
    },
  },
  InsufficientCredits: {
    type: 'object',
    required: ['error', 'required', 'available'],
    properties: {
      error,
      required: count('Credits that the call needs.'),
      available: count('Credits that are available.'),
      detail,
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
