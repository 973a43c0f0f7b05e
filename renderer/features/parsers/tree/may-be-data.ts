import { isXml } from '../../../../server/parsers/xml/is-xml.ts'

/** Whether a page looks like JSON or XML. Only parsing shows whether it is. */
export const mayBeData = (text: string): boolean => /^[\uFEFF\s]*[[{]/.test(text) || isXml(text)
