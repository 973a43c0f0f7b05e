/** The role of an output field on the summary card of a result. */
export type CardPart = 'picture' | 'name' | 'subtitle' | 'text' | 'count' | 'link'

/** Metadata that gives a field its role on the card: `text('Name as shown.').meta(onCard('name'))`. */
export const onCard = (part: CardPart) => ({ 'x-card': part })
