/**
 * Names that models use for a field. The names of a line are interchangeable, so a tool with exactly one of them
 * understands the others. Case and underscores do not matter.
 */
const SYNONYMS = [
  'username handle user account profile creator channel channel_handle channel_id screen_name author name',
  'url link uri href address page_url post_url video_url listing_url profile_url post video listing shortcode',
  'video_id id video vid youtube_id',
  'cursor continuation end_cursor after next next_cursor page_token continuation_token next_page',
  'first count limit max max_results max_items num n size page_size per_page',
  'lang language locale language_code',
  'parserId parser id',
  'id parserId parser result result_id',
  'html content page markup body source document',
  'apiId api id tool tool_name',
  'fields field select only keys columns properties',
  'offset skip start from',
].map(line => line.split(' ').map(plain))

/** A tool with both fields decides by the value which one it is. */
const EITHER = ['url', 'video_id']

/** Normalises a name: `videoId`, `video_id` and `VIDEO-ID` are the same. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

/**
 * Returns the field of `known` that a name means; undefined if no field matches, or several do. `url` and `video_id` count
 * as the same field.
 */
export function fieldMeant(name: string, known: readonly string[]): string | undefined {
  const normalized = plain(name)
  const same = known.find(field => plain(field) === normalized)
  if (same) return same
  const groups = SYNONYMS.filter(group => group.includes(normalized))
  const matches = known.filter(field => groups.some(group => group.includes(plain(field))))
  return matches.length === 1 || matches.every(field => EITHER.includes(field)) ? matches[0] : undefined
}

/**
 * Returns the field of `known` that a name means. `noun` is what `id` identifies: results of other tools have the id of a
 * workflow run as `run_id`, for example.
 */
export const fieldMeantFor = (name: string, known: readonly string[], noun: string): string | undefined =>
  known.includes('id') && idNamesOf(noun).includes(plain(name)) ? 'id' : fieldMeant(name, known)

const idNamesOf = (noun: string) => [noun, ...noun.split(' ').slice(-1)].map(word => plain(`${word} id`))
