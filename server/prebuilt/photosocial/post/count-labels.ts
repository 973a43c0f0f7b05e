import { parseCount } from '../../../base/text/counts.ts'

const LIKES = /like|gefällt|me gusta|j[’']aime|curtida|mi piace|vind|polub|нравится|いいね|赞|讚|좋아요/i
const COMMENTS =
  /comment|kommentar|comentari|coment[aá]rio|commenti|reacties|komentarz|комментар|コメント|评论|留言|댓글/i

/** The part of a description before the caption. */
interface LeadingCounts {
  likes: number | null
  comments: number | null
  /** What follows the counts; the whole description if it does not begin with counts. */
  rest: string
}

const DASH = /\s[-–—]\s/

/** Reads the counts that a description begins with: `1,204 likes, 37 comments - name on April 19, 2021: "caption"`. */
export function readLeadingCounts(description: string): LeadingCounts {
  const dash = DASH.exec(description)
  const parts = description.slice(0, dash?.index ?? 0).split(/,\s+|、|，/)
  if (!dash || !parts.every(part => isCountOf(part, LIKES) || isCountOf(part, COMMENTS)))
    return { likes: null, comments: null, rest: description }
  return {
    likes: parseCount(parts.find(part => LIKES.test(part))),
    comments: parseCount(parts.find(part => COMMENTS.test(part))),
    rest: description.slice(dash.index + dash[0].length),
  }
}

/** Maximum number of characters in a label; a longer text is a sentence. */
const MAX_LABEL_LENGTH = 60

const isCountOf = (text: string, noun: RegExp) => noun.test(text) && isBareCount(text)

/** If a word precedes the number, the label counts the others: `Liked by anna and 45 others`. */
const WORD_BEFORE = /^\D*\p{Script=Latin}/u

/** Except the noun itself: `likes: 152` */
const NOUN_BEFORE = new RegExp(`^(?:${LIKES.source}|${COMMENTS.source})\\p{L}{0,9}[^\\p{L}\\d]{0,4}\\d`, 'iu')

const isBareCount = (text: string) =>
  text.length <= MAX_LABEL_LENGTH &&
  numbersIn(text) === 1 &&
  (!WORD_BEFORE.test(text) || NOUN_BEFORE.test(text))

const numbersIn = (text: string) => text.match(/\d+(?:[.,'’\s]\d+)*/g)?.length ?? 0

/** Returns the number of likes in a label, in any language; null if the number does not include the people who are named. */
export const likesOf = (label: string): number | null => (isBareCount(label) ? parseCount(label) : null)

/** Returns the only number in a label: `View all 3,773 comments`. */
export const onlyCount = (label: string): number | null =>
  label.length <= MAX_LABEL_LENGTH && numbersIn(label) === 1 ? parseCount(label) : null
