import { z } from 'zod'

const POOL = '[a-z0-9-]{1,40}'

/** The name of a pool of workers. */
export const poolName = z
  .string()
  .regex(new RegExp(`^${POOL}$`), 'must be a name of lowercase letters, digits and dashes, 40 at most')

/** A worker, as the pool and its name. Other texts are refused, since they would never match. */
export const workerEntry = z
  .string()
  .regex(new RegExp(`^${POOL}/.`, 's'), 'must be a pool and the name of a worker, such as default/reader-1')
