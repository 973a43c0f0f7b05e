import { z } from 'zod'

/** The name of a pool of workers. */
export const poolName = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/, 'must be a name of lowercase letters, digits and dashes, 40 at most')

/** A worker, as the pool and its name. Other texts are refused, since they would never match. */
export const workerEntry = z
  .string()
  .regex(/^[a-z0-9-]{1,40}\/./s, 'must be a pool and the name of a worker, such as default/reader-1')
