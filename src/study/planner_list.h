/* The planners of studies (study.h), one line each: AD_PLANNER(name). */
AD_PLANNER(compare)
AD_PLANNER(tune)
AD_PLANNER(prune)
