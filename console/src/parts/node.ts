/** What the views draw: Preact nodes, in which text is escaped. */
import type { ComponentChildren, VNode } from 'preact';

export type Node = VNode;
export type Children = ComponentChildren;
