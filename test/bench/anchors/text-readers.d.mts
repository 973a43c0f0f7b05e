export const readers: Record<string, (html: string, url: string) => Promise<string>>
