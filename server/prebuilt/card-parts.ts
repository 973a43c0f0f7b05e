/** What a field of an answer is on the card that shows it at a glance. */
export type CardPart = 'picture' | 'name' | 'subtitle' | 'text' | 'count' | 'link'

/** Says of a field of an output what it is on the card: `text('Name as shown.').meta(onCard('name'))`. */
export const onCard = (part: CardPart) => ({ 'x-card': part })
