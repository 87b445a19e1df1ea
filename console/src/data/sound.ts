/** A short tone for news, where the reader chose it. */
import { preferences } from './preferences.ts';

const TONE_HZ = 880;
const TONE_S = 0.12;
const LOUDNESS = 0.08;

let audio: AudioContext | undefined;

export function soundForNews(): void {
  if (!preferences.hasSound) return;
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = TONE_HZ;
    volume.gain.setValueAtTime(LOUDNESS, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + TONE_S);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + TONE_S);
  } catch {
    // Without a device for sound the message is there all the same.
  }
}
