#ifndef COACH_COFX_H
#define COACH_COFX_H
#endif
