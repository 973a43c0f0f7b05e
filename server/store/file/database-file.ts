import { join } from 'node:path'

/** The name of the store's file, without the suffixes of its logs. Apart from SQLite, so that commands can look for it quickly. */
export const DATABASE_FILE = 'winnow.db'

/** Returns the path of the store's file in a data folder. */
export const databaseFile = (dataDir: string) => join(dataDir, DATABASE_FILE)
