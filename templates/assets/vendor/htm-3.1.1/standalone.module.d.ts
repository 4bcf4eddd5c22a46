// What a vendored library gives: it comes without types for its form without other packages. Only what is used here.

export type Key = string | number;
export type Node = VNode | string | number | bigint | boolean | null | undefined | Node[];
export interface VNode {
  type: unknown;
  props: Record<string, unknown>;
  key: Key | undefined;
}

/** A template as elements. A hole may hold a component, an attribute's value, or what stands in an element. */
export function html(strings: TemplateStringsArray, ...holes: unknown[]): VNode;
export function render(node: Node, parent: Element | DocumentFragment): void;

export interface Ref<T> {
  current: T;
}
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((last: T) => T)) => void];
export function useReducer<T, A>(reduce: (last: T, action: A) => T, initial: T): [T, (action: A) => void];
export function useEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
export function useRef<T>(initial: T): Ref<T>;
export function useMemo<T>(make: () => T, inputs?: readonly unknown[]): T;
export function useCallback<T extends (...values: never[]) => unknown>(call: T, inputs: readonly unknown[]): T;
export function useErrorBoundary(report?: (error: unknown) => void): [unknown, () => void];

export interface Context<T> {
  Provider: (props: { value: T; children?: Node }) => VNode;
}
export function createContext<T>(initial: T): Context<T>;
export function useContext<T>(context: Context<T>): T;
