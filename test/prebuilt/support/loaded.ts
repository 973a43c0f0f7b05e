import type { z } from 'zod'
import type { ApiWork, Prebuilt } from '../../../server/prebuilt/define-prebuilt.ts'
import { prebuilts } from '../../../server/prebuilt/index.ts'

/** An API together with what it loads at its first call. */
export type LoadedApi<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType> = Prebuilt<
  In,
  Out
> &
  ApiWork<In, Out>

/** Loads an API. */
export const loaded = async <In extends z.ZodObject, Out extends z.ZodType>(
  api: Prebuilt<In, Out>,
): Promise<LoadedApi<In, Out>> => ({ ...api, ...(await api.load()) })

/** All APIs, loaded. */
export const loadedApis: readonly LoadedApi[] = await Promise.all(
  (prebuilts as readonly Prebuilt[]).map(loaded),
)
