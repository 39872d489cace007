import { createContext, type ReactNode, startTransition, use, useEffect, useMemo, useState } from "react";
import type { StoreResult } from "#contract/client.ts";
import type { ContentResponse } from "#contract/content.ts";
import type { Language } from "#contract/language.ts";
import type { Problem } from "#contract/problem.ts";
import { keepContent, keptContent } from "./content-cache.ts";
import { usdRateText } from "./price.ts";
import { type PageSettings, useSettings } from "./settings.ts";
import { bundledTexts, type SiteTexts, saysElse } from "./texts.ts";
import { type Translate, translator } from "./translate.ts";

const refreshAfterMs = 100;

/** How the content call went. On failure the bundled texts stay in use and the reason is kept here. */
export interface ContentState {
  content: SiteTexts | null;
  problem: Problem | null;
}

const TextsContext = createContext<Translate | null>(null);
const ContentStateContext = createContext<ContentState>({ content: null, problem: null });

interface TextsProviderProps {
  /** the content call; handed in, since texts know nothing of how the store is reached */
  fetchContent: (language: Language) => Promise<StoreResult<ContentResponse>>;
  children: ReactNode;
}

function useContent(settings: PageSettings, fetchContent: TextsProviderProps["fetchContent"]): ContentState {
  const { lang: language } = settings;
  const usdRate = usdRateText(settings);
  const [state, setState] = useState<ContentState>({ content: null, problem: null });
  useEffect(() => {
    let current = true;
    // other texts render every sentence of the page anew: only where there are any, and in slices, so that no press waits
    const take = (content: SiteTexts) =>
      startTransition(() =>
        setState((before) => {
          const isNew = before.content
            ? JSON.stringify(content) !== JSON.stringify(before.content)
            : saysElse(content, bundledTexts(language), usdRate);
          if (isNew) return { content, problem: null };
          return before.problem ? { ...before, problem: null } : before;
        }),
      );
    const kept = keptContent(language);
    if (kept) take(kept);
    const timer = setTimeout(async () => {
      const answer = await fetchContent(language);
      if (!current) return;
      if (!answer.ok) return setState((before) => ({ ...before, problem: answer.problem }));
      keepContent(language, answer.data.content);
      take(answer.data.content);
    }, refreshAfterMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [language, usdRate, fetchContent]);
  return state;
}

/**
 * Gives every component the texts of the page's language. The first rendering, on the server and at hydration, uses the
 * bundled ones alone; texts kept from an earlier visit, and then fresh ones, take their place afterwards.
 */
export function TextsProvider({ fetchContent, children }: TextsProviderProps) {
  const settings = useSettings();
  const state = useContent(settings, fetchContent);
  const t = useMemo(() => {
    const layers = [...(state.content ? [state.content] : []), bundledTexts(settings.lang)];
    return translator(settings.lang, layers, { usd_rate: usdRateText(settings) });
  }, [settings, state.content]);
  return (
    <ContentStateContext value={state}>
      <TextsContext value={t}>{children}</TextsContext>
    </ContentStateContext>
  );
}

/** `const t = useTexts(); t("cart.count", { count: 2 }); t.list("ring_guide.steps")` */
export function useTexts(): Translate {
  const t = use(TextsContext);
  if (!t) throw new Error("useTexts outside TextsProvider");
  return t;
}

/** The reason why fresh texts could not be had, or null. */
export const useContentProblem = (): Problem | null => use(ContentStateContext).problem;
