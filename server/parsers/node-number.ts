/** The attribute that holds the number of an element in the displayed page. */
export const NUMBER_ATTRIBUTE = 'data-winnow'
