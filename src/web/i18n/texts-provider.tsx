import { createContext, type ReactNode, startTransition, use, useEffect, useMemo, useState } from "react";
import type { StoreResult } from "#contract/client.ts";
import type { ContentResponse } from "#contract/content.ts";
import type { Language } from "#contract/language.ts";
import type { Problem } from "#contract/problem.ts";
import { cacheContent, readCachedContent } from "./content-cache.ts";
import { usdRateText } from "./price.ts";
import type { PageSettings } from "#contract/page-context.ts";
import { useSettings } from "./settings.ts";
import { bundledTexts, type SiteTexts, textsDiffer } from "./texts.ts";
import { type Translate, translator } from "./translate.ts";

const refreshAfterMs = 100;

/** Result of the content call. If it fails, the bundled texts stay in use and the reason is stored here. */
export interface ContentState {
  content: SiteTexts | null;
  problem: Problem | null;
}

export const TextsContext = createContext<Translate | null>(null);
const ContentStateContext = createContext<ContentState>({ content: null, problem: null });

interface TextsProviderProps {
  /** the content call; injected, so that i18n does not depend on the API client */
  fetchContent: (language: Language) => Promise<StoreResult<ContentResponse>>;
  children: ReactNode;
}

function useContent(settings: PageSettings, fetchContent: TextsProviderProps["fetchContent"]): ContentState {
  const { lang: language } = settings;
  const usdRate = usdRateText(settings);
  const [state, setState] = useState<ContentState>({ content: null, problem: null });
  useEffect(() => {
    let current = true;
    // other texts re-render the whole page: only if they differ, and as a transition, so that clicks are not blocked
    const apply = (content: SiteTexts) =>
      startTransition(() =>
        setState((before) => {
          const isNew = before.content
            ? JSON.stringify(content) !== JSON.stringify(before.content)
            : textsDiffer(content, bundledTexts(language), usdRate);
          if (isNew) return { content, problem: null };
          return before.problem ? { ...before, problem: null } : before;
        }),
      );
    const cached = readCachedContent(language);
    if (cached) apply(cached);
    const timer = setTimeout(async () => {
      const result = await fetchContent(language);
      if (!current) return;
      if (!result.ok) return setState((before) => ({ ...before, problem: result.problem }));
      cacheContent(language, result.data.content);
      apply(result.data.content);
    }, refreshAfterMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [language, usdRate, fetchContent]);
  return state;
}

/**
 * Provides the texts of the page's language. The first rendering, on the server and at hydration, uses only the bundled
 * ones; cached texts of an earlier visit, and then fresh ones, replace them afterwards.
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

/** Why fresh texts could not be fetched, or null. */
export const useContentProblem = (): Problem | null => use(ContentStateContext).problem;
