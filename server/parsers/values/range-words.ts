/** Prepositions that open a range, but also have other meanings: `from 10`. */
const FROM = 'from|ab|von|dès|à partir de|desde|da|a partire da|a partir de|vanaf|от|від|fra|från|od|από|từ'
/** Phrases that can mean nothing else. */
const AT_LEAST = `at least|min\\.?|minimum|over|more than|mind\\.|mindestens|minimal|über|mehr als|au moins|plus d[e']|au minimum|mínimo|al menos|como mínimo|más de|almeno|minimo|più di|oltre|pelo menos|no mínimo|mais de|acima de
  minstens|ten minste|meer dan|minst|över|mer än|mer enn|mindst|mere end|vähintään|yli|co najmniej|ponad|powyżej|więcej niż|nejméně|alespoň|více než|najmenej|viac ako|legalább|cel puțin|peste|mai mult de
  en az|не менее|более|больше|свыше|щонайменше|понад|більше|повече от|най-малко|τουλάχιστον|πάνω από|setidaknya|lebih dari|ít nhất|tối thiểu`

const TO = `up to|bis|jusqu['’]à|hasta|fino a|até|tot|до|op til|opp til|upp till|έως|μέχρι|hingga|đến`
const AT_MOST = `at most|not (?:over|more than|above|exceeding)|no more than|max\\.?|maximum|under|less than|fewer than|höchstens|maximal|unter|weniger als|au plus|au maximum|moins d[e']|máximo|como máximo|menos de|al massimo|massimo|meno di|no máximo|abaixo de
  hoogstens|maximaal|minder dan|högst|mindre än|mindre enn|høyst|højst|mindre end|enintään|korkeintaan|poniżej|mniej niż|co najwyżej|nejvýše|méně než|najviac|menej ako|legfeljebb|cel mult|mai puțin de
  en fazla|не более|менее|меньше|максимум|щонайбільше|менше|най-много|по-малко от|το πολύ|κάτω από|maksimal|kurang dari|tối đa|nhiều nhất`

const inOneLine = (words: string) => words.replace(/\n\s+/g, '|')
const BEFORE = '(?<![\\p{L}-])'

/** Words before the number of a range without a maximum. Chinese and Korean leave no blank after them. */
export const NO_MAXIMUM = new RegExp(
  `${BEFORE}(?:${FROM}|${inOneLine(AT_LEAST)})(?:\\s|(?<=')$)|[≥>]|至少|最少|最低|(?<!不)超[过過]|不[低少]于|최소`,
  'iu',
)
/** Words before the number of a range without a minimum. `do` is also Portuguese for "of the". */
export const NO_MINIMUM = new RegExp(
  `${BEFORE}(?:${TO}|${inOneLine(AT_MOST)})(?:\\s|(?<=')$)|^\\s*do\\s|[≤<]|最[多大高]|不超[过過]|(?<!不)[低少]于|최대`,
  'iu',
)
/** Words right before both numbers of a range: `min 10, max 20`, `more than 10 and less than 20`. */
export const MINIMUM_BEFORE = new RegExp(`${BEFORE}(?:${inOneLine(AT_LEAST)})\\s\\p{Sc}?$`, 'iu')
export const MAXIMUM_BEFORE = new RegExp(`^\\D{0,16}${BEFORE}(?:${inOneLine(AT_MOST)})\\s\\p{Sc}?$`, 'iu')
