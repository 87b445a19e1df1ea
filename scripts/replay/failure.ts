/** Something that the person who runs the replay can put right: shown as one sentence, without a stack. */
export class ReplayFailure extends Error {
  override readonly name = 'ReplayFailure';
}
