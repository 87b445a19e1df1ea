export { FourEyes, type FourEyesSettings } from './four-eyes.ts';
export { fourEyesModule } from './four-eyes-module.ts';
