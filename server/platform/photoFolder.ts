import { join } from 'node:path'

import type { Settings } from './settings.ts'

/** Where the photographs of products are kept. Several processes share it. */
export const photoFolderOf = ({ dataDir }: Pick<Settings, 'dataDir'>) => join(dataDir, 'photos')
