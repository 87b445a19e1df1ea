/** The template tag of the views: html`<p>${text}</p>` makes Preact nodes, which escape text. */
import htm from 'htm';
import { type ComponentChildren, h, type VNode } from 'preact';

export type Node = VNode;
export type Children = ComponentChildren;

export const html = htm.bind(h) as (parts: TemplateStringsArray, ...values: unknown[]) => VNode;
