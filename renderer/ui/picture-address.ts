const FILE = /\.(avif|gif|jpe?g|png|svg|webp)([?#]|$)/i
const NAME = /(avatar|image|img|photo|pic|thumbnail|poster|icon|logo|display_url)/i

/** Whether a text is the address of something that is probably a picture, by its file extension or the name of its field. */
export const isPicture = (name: string, text: string): boolean =>
  (/^https?:\/\/\S+$/.test(text) && (FILE.test(text) || NAME.test(name))) ||
  /^data:image\/[\w+.-]+;base64,[\w+/=]+$/.test(text)
