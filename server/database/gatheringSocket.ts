import { Socket } from 'node:net'

/**
 * A line to the database on which all that is asked in one turn goes out as one piece. The driver
 * holds back the parts of a statement until it is whole (`cork`): here they are held back a little
 * longer, until whoever else has something to ask has done so too. To hand a piece over takes longer
 * than to make it.
 */
export class GatheringSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}
