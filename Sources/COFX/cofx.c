#include "cofx.h"
