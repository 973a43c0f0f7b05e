/** How lines of a CSV may end. A file that was put together from several has lines that end differently. */
export const LINE_ENDS = ['\r\n', '\n', '\r']
